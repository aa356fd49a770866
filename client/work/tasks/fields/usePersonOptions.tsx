import { useMemo } from "react";
import { useUniqueNames } from "../../../ui/signs/useUniqueNames";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { Avatar } from "../../../ui/signs/Avatar";
import type { PickerOption } from "../../../ui/fields/Picker";
import { useBoard } from "../state/useBoard";
import { compareNames } from "../../../platform/intl/useNameOf";

export function usePersonOptions(): readonly PickerOption[] {
  const text = useText();
  const me = useCurrentUser();
  const users = useBoard(({ drawn }) => drawn.users);
  const nameOf = useUniqueNames(useMemo(() => Object.values(users), [users]));
  return Object.values(users)
    .sort((a, b) => Number(b.id === me.id) - Number(a.id === me.id) || compareNames(a.fullname, b.fullname))
    .map((person) => ({
      value: String(person.id),
      label: person.id === me.id ? text("board.filter.me", { name: nameOf(person) }) : nameOf(person),
      icon: <Avatar person={person} size={20} named />,
    }));
}
