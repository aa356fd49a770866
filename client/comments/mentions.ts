import Mention from "@tiptap/extension-mention";
import type { SuggestionKeyDownProps, SuggestionOptions, SuggestionProps } from "@tiptap/suggestion";
import { foldText } from "../../shared/tasks/tasks.filter.rules";
import type { Person } from "../ui/signs/people";

/** What the list under an `@` shows. */
export interface MentionMenu {
  people: readonly Person[];
  at: DOMRect;
  pick: (person: Person) => void;
}

type TakeKey = (event: KeyboardEvent) => boolean;
/** What is typed after an `@`, where it stands and how to put a person in its place. */
export type MentionQuery = Pick<SuggestionProps<Person>, "query" | "clientRect" | "command">;

/** Between the editor, which hears the keys, and the list, which React draws. */
export class MentionControl {
  private people: readonly Person[] = [];
  private takeKey: TakeKey | null = null;
  private query: MentionQuery | null = null;

  constructor(readonly show: (menu: MentionMenu | null) => void) {}

  /** The list is there and takes keys: true for those it has dealt with. Answers how to take it away. */
  attach(takeKey: TakeKey): () => void {
    this.takeKey = takeKey;
    return () => {
      if (this.takeKey === takeKey) this.takeKey = null;
    };
  }

  /** People may come after their names were begun: then the list opens for what is typed already. */
  know(people: readonly Person[]): void {
    this.people = people;
    if (this.query) this.look(this.query);
  }

  /** Shows who fits what is typed after the `@`; null once there is nothing to complete, or it was refused with Escape. */
  look(query: MentionQuery | null): void {
    this.query = query;
    const at = query?.clientRect?.();
    const people = query ? peopleFor(query.query, this.people) : [];
    if (!query || !at || people.length === 0) return this.show(null);
    // The extension's types ask for a whole item; a mention's attributes are its id and its label.
    const pick = (person: Person) => query.command({ id: person.id, label: person.fullname } as never);
    this.show({ people, at, pick });
  }

  key(event: KeyboardEvent): boolean {
    return this.takeKey?.(event) ?? false;
  }
}

const shownPeople = 6;

/** Those whose name has a word that begins with what was typed first. */
export function peopleFor(query: string, people: readonly Person[]): Person[] {
  const wanted = foldText(query);
  const begins = (person: Person) =>
    foldText(person.fullname)
      .split(/\s+/)
      .some((word) => word.startsWith(wanted));
  const found = people.filter((person) => foldText(person.fullname).includes(wanted));
  return found.sort((a, b) => Number(begins(b)) - Number(begins(a))).slice(0, shownPeople);
}

/** Mentions as the server keeps them: `<span data-mention="12">@Dara Aziz</span>`. */
export function mentions(control: MentionControl) {
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
