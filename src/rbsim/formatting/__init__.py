"""Numbers as text, tables, HTML and JSON; imports no result class."""
