import Mention from "@tiptap/extension-mention";
import type { SuggestionKeyDownProps, SuggestionOptions, SuggestionProps } from "@tiptap/suggestion";
import { foldText, createTextMatcher } from "../../../shared/kernel/text/fold";
import type { Person } from "../signs/people";

export interface MentionMenu {
  people: readonly Person[];
  at: DOMRect;
  pick: (person: Person) => void;
}

type KeyHandler = (event: KeyboardEvent) => boolean;
export type MentionQuery = Pick<SuggestionProps<Person>, "query" | "clientRect" | "command">;

/** Connects the editor, which receives the keys, with the list, which React renders. */
export class MentionControl {
  private people: readonly Person[] = [];
  private takeKey: KeyHandler | null = null;
  private query: MentionQuery | null = null;

  constructor(readonly show: (menu: MentionMenu | null) => void) {}

  /** Registers the list's key handler, which returns true for handled keys. Returns the unregister function. */
  attach(takeKey: KeyHandler): () => void {
    this.takeKey = takeKey;
    return () => {
      if (this.takeKey === takeKey) this.takeKey = null;
    };
  }

  /** The users may load after typing has begun; the list then opens for the current query. */
  know(people: readonly Person[]): void {
    this.people = people;
    if (this.query) this.look(this.query);
  }

  /** Shows the users who match the query; null closes the list, at the end of a mention or after Escape. */
  look(query: MentionQuery | null): void {
    this.query = query;
    const at = query?.clientRect?.();
    const people = query ? matchingPeople(query.query, this.people) : [];
    if (!query || !at || people.length === 0) return this.show(null);
    // The extension's types require a whole item; a mention's attributes are only its id and its label.
    // oxlint-disable-next-line portal/people-options -- a chosen mention, not an option
    const pick = (person: Person) => query.command({ id: person.id, label: person.fullname } as never);
    this.show({ people, at, pick });
  }

  key(event: KeyboardEvent): boolean {
    return this.takeKey?.(event) ?? false;
  }
}

const shownPeople = 6;

/** Users whose name has a word that starts with the query come first. */
export function matchingPeople(query: string, people: readonly Person[]): Person[] {
  const foldedQuery = foldText(query);
  const isFound = createTextMatcher(query);
  const begins = (person: Person) => ` ${foldText(person.fullname)}`.includes(` ${foldedQuery}`);
  const found = people.filter((person) => isFound(person.fullname));
  return found.sort((a, b) => Number(begins(b)) - Number(begins(a))).slice(0, shownPeople);
}

/** Mentions in the server's format: `<span data-mention="12">@Dara Aziz</span>`. */
export function mentionExtension(control: MentionControl) {
  return Mention.extend({
    addAttributes: () => ({ id: { default: null }, label: { default: "" } }),
    parseHTML: () => [
      {
        tag: "span[data-mention]",
        getAttrs: (element) => ({
          id: Number(element.getAttribute("data-mention")),
          label: (element.textContent ?? "").replace(/^@/, ""),
        }),
      },
    ],
    renderHTML: ({ node }) => ["span", { "data-mention": String(node.attrs.id) }, `@${node.attrs.label}`],
    renderText: ({ node }) => `@${node.attrs.label}`,
  }).configure({ suggestion: suggestion(control) });
}

function suggestion(control: MentionControl): Omit<SuggestionOptions<Person>, "editor"> {
  return {
    char: "@",
    allowSpaces: true,
    render: () => ({
      onStart: (props) => control.look(props),
      onUpdate: (props) => control.look(props),
      onKeyDown: ({ event }: SuggestionKeyDownProps) => {
        if (event.key !== "Escape") return control.key(event);
        control.look(null);
        event.stopPropagation();
        return true;
      },
      onExit: () => control.look(null),
    }),
  };
}
