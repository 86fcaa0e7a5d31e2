"""The results of one batch: sums, rows and summaries; knows nothing of studies."""
