/** @jest-environment jsdom */
import type { SuggestionOptions } from "@tiptap/suggestion";
import { MentionControl, type MentionMenu, mentionExtension } from "./mentions";

const people = [
  { id: 1, fullname: "Amira Haddad", image: null },
  { id: 2, fullname: "Dara Amin", image: null },
  { id: 3, fullname: "Lena Vogt", image: null },
];

function started() {
  const menus: (MentionMenu | null)[] = [];
  const command = jest.fn();
  const control = new MentionControl((menu) => void menus.push(menu));
  const type = (query: string) => control.look({ query, command, clientRect: () => ({ left: 4 }) as DOMRect });
  return { control, command, type, names: () => menus.at(-1)?.people.map(({ fullname }) => fullname) ?? null, menus };
}

test("a name typed before the users load is completed once they have loaded", () => {
  const { control, type, names, menus, command } = started();
  type("Amir");
  expect(names()).toBeNull();
  control.know(people);
  expect(names()).toEqual(["Amira Haddad"]);
  menus.at(-1)?.pick(people[0] as (typeof people)[0]);
  expect(command).toHaveBeenCalledWith({ id: 1, label: "Amira Haddad" });
});

test("a list dismissed with Escape doesn't reopen when the users load", () => {
  const { control, type, names } = started();
  type("Amir");
  control.look(null);
  control.know(people);
  expect(names()).toBeNull();
});

test("names with a word that starts with the query precede other matches", () => {
  const { control, type, names } = started();
  control.know([...people, { id: 4, fullname: "Jamal Said", image: null }]);
  type("am");
  expect(names()).toEqual(["Amira Haddad", "Dara Amin", "Jamal Said"]);
  type("amx");
  expect(names()).toBeNull();
});

test("the editor forwards its keys to the list, and Escape closes only the list", () => {
  const { control, menus } = started();
  control.know(people);
  const { suggestion } = mentionExtension(control).options as unknown as {
    suggestion: Omit<SuggestionOptions, "editor">;
  };
  const list = suggestion.render?.() as Required<ReturnType<NonNullable<typeof suggestion.render>>>;
  const props = { query: "Amir", command: jest.fn(), clientRect: () => ({ left: 4 }) as DOMRect } as never;
  const names = () => menus.at(-1)?.people.map(({ id }) => id) ?? null;
  list.onStart(props);
  expect(names()).toEqual([1]);
  list.onUpdate({ ...(props as object), query: "Dara" } as never);
  expect(names()).toEqual([2]);
  const press = (key: string) => {
    const event = new KeyboardEvent("keydown", { key });
    const stop = jest.spyOn(event, "stopPropagation");
    return { taken: list.onKeyDown({ event } as never), stopped: stop.mock.calls.length };
  };
  expect(press("ArrowDown")).toEqual({ taken: false, stopped: 0 });
  const take = jest.fn(() => true);
  const stop = control.attach(take);
  expect(press("ArrowDown")).toEqual({ taken: true, stopped: 0 });
  expect(press("Escape")).toEqual({ taken: true, stopped: 1 });
  expect([take.mock.calls.length, names()]).toEqual([1, null]);
  stop();
  expect(press("Enter")).toEqual({ taken: false, stopped: 0 });
  list.onUpdate(props);
  list.onExit(props);
  expect(names()).toBeNull();
});
