"""Other games than Russian Bank; knows cards alone."""
