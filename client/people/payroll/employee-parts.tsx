import { payrollOfUser } from "../../../shared/people/payroll/payroll.contract";
import { useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";
import type { EmployeeParts } from "../people/people.slots";
import { PayrollOfUser } from "./PayrollOfUser";

export const payrollParts: Partial<EmployeeParts> = {
  tabs: [
    {
      key: "payroll",
      label: "title.payroll",
      order: 6,
      useTab: ({ id }) => {
        const own = useCurrentUser().id === id;
        const enabled = useCan()("payroll-view") || own;
        const { data, isPending } = useEndpoint(payrollOfUser, { params: { id } }, { enabled, retry: false });
        const count = data?.data.length ?? 0;
        return { available: count > 0 || (enabled && isPending && "loading") };
      },
      Tab: ({ employee }) => <PayrollOfUser id={employee.id} />,
    },
  ],
};
