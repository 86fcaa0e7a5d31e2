"""Games whose fixed way of playing has a kernel of its own, as layouts on which others decide."""
