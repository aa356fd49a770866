import type { EmployeeParts } from "../people/people.slots";
import { PersonOnboarding } from "./PersonOnboarding";

export const onboardingParts: Partial<EmployeeParts> = {
  panels: [
    {
      place: "above",
      Panel: ({ employee: { id, active, date_of_joining: joined } }) => (
        <PersonOnboarding id={id} joined={active ? joined : null} />
      ),
    },
  ],
};
