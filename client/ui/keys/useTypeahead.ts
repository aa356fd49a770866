import { type KeyboardEvent, useRef } from "react";

/** Pause in ms after which typed letters begin a new word. */
const pauseMs = 1_000;

/** Collects the letters typed on a list without a search field, as browsers do for a select, and reports the word after each letter. */
export function useTypeahead(onLetters: (letters: string) => void): (event: KeyboardEvent) => void {
  const word = useRef({ letters: "", at: 0 });
  return (event) => {
    const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLetter) return;
    event.preventDefault();
    event.stopPropagation();
    const isContinued = event.timeStamp - word.current.at < pauseMs;
    word.current = { letters: (isContinued ? word.current.letters : "") + event.key, at: event.timeStamp };
    onLetters(word.current.letters);
  };
}
