"""Stored studies as a page with figures; plays nothing."""
