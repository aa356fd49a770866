import { Marked } from "marked";

/** Block structures. A single line with a dash or a number may be a sentence, so a list has at least two lines. */
const structures = [
  /^#{1,6} \S/mu,
  /^(?:```|~~~)/mu,
  /^> ?\S/mu,
  /^\|.+\|[ \t]*\n\|?[ \t]*:?-{2,}/mu,
  /^[ \t]*[-*+] (?:\[[ xX]\] )?\S.*\n(?:.*\n)??[ \t]*[-*+] \S/mu,
  /^[ \t]*1[.)] \S.*\n(?:.*\n)??[ \t]*2[.)] \S/mu,
  /\[[^\]\n]+\]\((?:https?:|mailto:)[^)\s]+\)/u,
];

/** Keeps HTML tags in the text as text: "List<Task>" is no element. Line breaks stay line breaks. */
const markdown = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: { html: () => undefined, tag: () => undefined },
});

/** HTML of a text in Markdown; null if the text has no structure of Markdown. The result may contain unsafe links. */
export function htmlOfMarkdown(text: string): string | null {
  const lines = text.replace(/\r\n?/g, "\n");
  return structures.some((structure) => structure.test(lines)) ? markdown.parse(lines, { async: false }) : null;
}
