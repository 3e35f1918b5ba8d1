/**
 * The beginning of a statement that stores a file whose bytes are this SQL expression, and names it `file`. The statement
 * goes on with the insert that uses `file.id`, `file.hash` and `file.size`.
 */
export function withFile(bytes: string, type = 'application/pdf'): string {
  return `with file as (insert into stored_file (hash, size, type, place, bytes, stored_at)
    select sha256(bytes), octet_length(bytes), '${type}', 'database', bytes, now() from (select ${bytes} as bytes) of_file
    returning id, hash, size)`
}
