"""Stored studies as a page with figures; plays no games."""
