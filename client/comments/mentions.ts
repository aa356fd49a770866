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

/** Between the editor, which hears the keys, and the list, which React draws. */
export class MentionControl {
  people: readonly Person[] = [];
  private takeKey: TakeKey | null = null;

  constructor(readonly show: (menu: MentionMenu | null) => void) {}

  /** The list is there and takes keys: true for those it has dealt with. Answers how to take it away. */
  attach(takeKey: TakeKey): () => void {
    this.takeKey = takeKey;
    return () => {
      if (this.takeKey === takeKey) this.takeKey = null;
    };
  }

  know(people: readonly Person[]): void {
    this.people = people;
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
  const menuOf = (props: SuggestionProps<Person>): MentionMenu | null => {
    const at = props.clientRect?.();
    const pick = (person: Person) => props.command({ id: person.id, label: person.fullname } as never);
    return at && props.items.length > 0 ? { people: props.items, at, pick } : null;
  };
  return {
    char: "@",
    allowSpaces: true,
    items: ({ query }) => peopleFor(query, control.people),
    render: () => ({
      onStart: (props) => control.show(menuOf(props)),
      onUpdate: (props) => control.show(menuOf(props)),
      onKeyDown: ({ event }: SuggestionKeyDownProps) => {
        if (event.key !== "Escape") return control.key(event);
        control.show(null);
        event.stopPropagation();
        return true;
      },
      onExit: () => control.show(null),
    }),
  };
}
