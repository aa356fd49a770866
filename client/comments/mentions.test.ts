/** @jest-environment jsdom */
import { MentionControl, type MentionMenu } from "./mentions";

const people = [
  { id: 1, fullname: "Amira Haddad", image: null },
  { id: 2, fullname: "Dara Amin", image: null },
  { id: 3, fullname: "Lena Vogt", image: null },
];

function started() {
  const shown: (MentionMenu | null)[] = [];
  const command = jest.fn();
  const control = new MentionControl((menu) => void shown.push(menu));
  const type = (query: string) => control.look({ query, command, clientRect: () => ({ left: 4 }) as DOMRect });
  return { control, command, type, names: () => shown.at(-1)?.people.map(({ fullname }) => fullname) ?? null, shown };
}

test("names that were begun before anybody knew the people are completed once they are known", () => {
  const { control, type, names, shown, command } = started();
  type("Amir");
  expect(names()).toBeNull();
  control.know(people);
  expect(names()).toEqual(["Amira Haddad"]);
  shown.at(-1)?.pick(people[0] as (typeof people)[0]);
  expect(command).toHaveBeenCalledWith({ id: 1, label: "Amira Haddad" });
});

test("what was refused with Escape doesn't come back with the people", () => {
  const { control, type, names } = started();
  type("Amir");
  control.look(null);
  control.know(people);
  expect(names()).toBeNull();
});

test("a word that begins with what was typed comes first; who doesn't fit isn't shown", () => {
  const { control, type, names } = started();
  control.know([...people, { id: 4, fullname: "Jamal Said", image: null }]);
  type("am");
  expect(names()).toEqual(["Amira Haddad", "Dara Amin", "Jamal Said"]);
  type("amx");
  expect(names()).toBeNull();
});
