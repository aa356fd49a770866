/**
 * Remembers what was made for a text that people choose, such as the clock of a time zone: up to as many as there are good ones. Without
 * a limit, whoever spells one in ever new ways fills the memory of everybody.
 */
export function keptFor<Made>(make: (text: string) => Made, most = 500): (text: string) => Made {
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
