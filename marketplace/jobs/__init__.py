"""Background threads: mail workers, the job worker with its schedule, and the search indexer."""
