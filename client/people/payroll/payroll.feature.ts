import { IconReportMoney } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { employeePartsSlot } from "../people/people.slots";

export const payrollFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./payroll.pages"), {
      PayrollPage: { path: paths.payroll, title: "title.payroll", permission: "payroll-view" },
    }),
    ...pagesIn(() => import("./PayrollMonthPage"), {
      PayrollMonthPage: { path: paths.payrollMonth(":month"), title: "title.payrollMonth", permission: "payroll-view" },
    }),
  ],
  menu: [
    {
      label: "title.payroll",
      icon: IconReportMoney,
      to: paths.payroll,
      in: "people",
      order: 2,
      permission: "payroll-view",
    },
  ],
  live: async () => (await import("./payroll.live")).payrollLive,
  fills: [employeePartsSlot.fill({ load: async () => (await import("./employee-parts")).payrollParts })],
});
