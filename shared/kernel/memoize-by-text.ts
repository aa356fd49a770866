/**
 * Caches values for user-supplied keys, such as formatters for time zones. The limit prevents a client from exhausting memory with
 * different spellings of a key.
 */
export function memoizeByText<Made>(make: (text: string) => Made, most = 500): (text: string) => Made {
  const kept = new Map<string, Made>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (kept.size >= most) kept.clear();
    kept.set(text, made);
    return made;
  };
}
