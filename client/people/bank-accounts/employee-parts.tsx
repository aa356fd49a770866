import type { EmployeeParts } from "../people/people.slots";
import { BankAccountPanel } from "./BankAccountPanel";

export const bankAccountParts: Partial<EmployeeParts> = {
  panels: [
    {
      place: "below",
      Panel: ({ employee }) => ("salary" in employee ? <BankAccountPanel id={employee.id} /> : null),
    },
  ],
};
