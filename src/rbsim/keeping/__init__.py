"""Keeping: results loaded and added up again, and studies written as files."""
