import { participantChoices } from "./useParticipantOptions";

const person = (id: number, external = false) => ({ id, fullname: `Person ${id}`, image: null, external });
const choices = participantChoices(
  {
    users: [person(1), person(2), person(3), person(9, true)],
    groups: [
      { id: 5, title: "Night crew", users: [1, 2, 3, 8, 9] },
      { id: 6, title: "Me alone", users: [1] },
      { id: 2, title: "Board", users: [3] },
    ],
  },
  1,
);

test("participant choices exclude external users and groups without other members", () => {
  expect(choices.people.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(choices.groups).toEqual([
    { value: "group:5", label: "Night crew" },
    { value: "group:2", label: "Board" },
  ]);
});

test("a group is replaced by its members without duplicates; user ids are kept", () => {
  expect(choices.chosen(["3", "group:5"])).toEqual(["3", "2"]);
  expect(choices.chosen(["2", "group:2"])).toEqual(["2", "3"]);
  expect(choices.chosen(["5", "2"])).toEqual(["5", "2"]);
});
