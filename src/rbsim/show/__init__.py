"""What is shown of figures: tables, pictures and pages; no study."""
