/**
 * Caches values for user-supplied keys, such as formatters for time zones. The limit prevents a client from exhausting memory with
 * different spellings of a key.
 */
export function memoizeByText<Made>(make: (text: string) => Made, most = 500): (text: string) => Made {
  const valueByText = new Map<string, Made>();
  return (text) => {
    const cached = valueByText.get(text);
    if (cached !== undefined) return cached;
    const value = make(text);
    if (valueByText.size >= most) valueByText.clear();
    valueByText.set(text, value);
    return value;
  };
}
