"""The games of the book as data, a module a family; knows no kernel."""
