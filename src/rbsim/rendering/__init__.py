"""Tables, sections and plots of figures, as text, Markdown, HTML, pictures; knows no game."""
