import { IconUser } from "@tabler/icons-react";
import { currentUserId } from "../../../../shared/work/tasks/tasks.conditions.rules";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import type { PickerOption } from "../../../ui/fields/Picker";
import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { usePeopleMeFirst } from "./usePeopleMeFirst";

type People = Parameters<typeof usePeopleMeFirst>[0];

/** People to choose from; the current user comes first and is marked. */
export function usePersonOptions(users: People): readonly PickerOption[] {
  const text = useText();
  const me = useCurrentUser();
  return usePeoplePickerOptions(usePeopleMeFirst(users)).map((option) =>
    option.id === me.id ? { ...option, label: text("board.filter.me", { name: option.label }) } : option,
  );
}

/** Options of filters by person: also the user who reads the filter, who is another one for each reader of a shared view. */
export function usePersonFilterOptions(users: People): readonly PickerOption[] {
  const text = useText();
  const people = usePersonOptions(users);
  const icon = <IconUser size={16} stroke={1.75} aria-hidden />;
  return [{ value: String(currentUserId), label: text("board.filter.currentUser"), icon }, ...people];
}
