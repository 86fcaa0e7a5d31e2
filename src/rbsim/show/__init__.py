"""Ways to show figures: tables, pictures and pages; no study."""
