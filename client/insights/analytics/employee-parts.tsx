import type { EmployeeParts } from "../../people/people/people.slots";
import { useCurrentUser } from "../../platform/session";
import { lazyScreenPart } from "../../ui/states/chunks";

// Loaded lazily, because the charts are the heaviest part of the page.
const PerformanceTab = lazyScreenPart(async () => (await import("./PerformanceTab")).PerformanceTab);

export const analyticsParts: Partial<EmployeeParts> = {
  tabs: [
    {
      key: "performance",
      label: "people.tab.performance",
      order: 1,
      useTab: ({ id, managers }) => {
        const me = useCurrentUser();
        return { available: id === me.id || (managers ?? []).some((manager) => manager.id === me.id) };
      },
      Tab: ({ employee }) => <PerformanceTab userId={employee.id} name={employee.fullname} />,
    },
  ],
};
