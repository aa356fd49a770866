import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import type { PickerOption } from "../../../ui/fields/Picker";
import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { usePeopleMeFirst } from "./usePeopleMeFirst";

type People = Parameters<typeof usePeopleMeFirst>[0];

/** Options of filters by person; the current user comes first and is marked. */
export function usePersonOptions(users: People): readonly PickerOption[] {
  const text = useText();
  const me = useCurrentUser();
  return usePeoplePickerOptions(usePeopleMeFirst(users)).map((option) =>
    option.id === me.id ? { ...option, label: text("board.filter.me", { name: option.label }) } : option,
  );
}
