import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { assignableUsers } from "../../../../shared/work/projects/assignable.contract";

type Assignable = ReplyOf<typeof assignableUsers>["data"];
interface Choice {
  value: string;
  label: string;
}

const groupValue = (id: number) => `group:${id}`;

interface Choices {
  people: Assignable["users"];
  groups: Choice[];
  /** Replaces groups by their members, without duplicates and without the owner. */
  chosen: (values: readonly string[]) => string[];
}

export function participantChoices({ users, groups }: Assignable, owner: number): Choices {
  const inside = users.filter(({ external }) => !external);
  const internalIds = new Set(inside.map(({ id }) => id));
  const peopleOf = new Map(
    groups.map(({ id, users: members }) => {
      const people = members.filter((each) => internalIds.has(each) && each !== owner).map(String);
      return [groupValue(id), people];
    }),
  );
  return {
    people: inside,
    groups: groups
      .filter(({ id }) => peopleOf.get(groupValue(id))?.length)
      .map(({ id, title }) => ({ value: groupValue(id), label: title })),
    chosen: (values) => [...new Set(values.flatMap((value) => peopleOf.get(value) ?? value))],
  };
}
