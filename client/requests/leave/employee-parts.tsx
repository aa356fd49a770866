import type { EmployeeParts } from "../../people/people/people.slots";
import { lazyScreenPart } from "../../ui/states/chunks";
import { PersonLeave } from "./ledger/PersonLeave";
import { useCanSeeLeave } from "./ledger/useCanSeeLeave";

const PersonLeaveTab = lazyScreenPart(async () => (await import("./requests/list/PersonLeaveTab")).PersonLeaveTab);

export const leaveParts: Partial<EmployeeParts> = {
  tabs: [
    {
      key: "leave",
      label: "people.tab.leave",
      order: 2,
      useTab: ({ id, managers, external }) => ({ available: useCanSeeLeave(id, managers).requests && !external }),
      Tab: ({ employee: { id, managers } }) => <PersonLeaveTab userId={id} managers={managers} />,
    },
  ],
  panels: [
    {
      place: "beside",
      Panel: ({ employee: { id, managers } }) => <PersonLeave userId={id} managers={managers} />,
    },
  ],
  previews: [({ employee: { id, managers } }) => <PersonLeave userId={id} managers={managers} compact />],
};
