"""Report: stored studies as one page, with figures, tables and what it takes to play them again."""
