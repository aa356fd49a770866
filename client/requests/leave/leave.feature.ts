import { IconCalendarOff } from "@tabler/icons-react";
import { clientFamilies } from "../../approvals/approvals/client-families";
import { connectedClients } from "../../identity/security/security.slots";
import { departmentPanels } from "../../people/departments/departments.slots";
import { employeePartsSlot } from "../../people/people/people.slots";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import type { MessageId } from "../../platform/intl/catalogues";
import { paths } from "../../platform/paths";
import { lazyScreenPart } from "../../ui/states/chunks";
import { daysOffSources } from "../../work/calendar/calendar.slots";

const access = { permission: "leave-request-list", feature: "leave_management" } as const;
const ConnectedCalendars = lazyScreenPart(
  async () => (await import("./calendar/ConnectedCalendars")).ConnectedCalendars,
);
const DepartmentLeave = lazyScreenPart(async () => (await import("./cover/DepartmentLeave")).DepartmentLeave);

export const leaveFeature = defineFeature({
  searches: {
    leave: {
      icon: IconCalendarOff,
      group: "requests",
      href: ({ id }) => paths.leave("view", id),
      stateText: (state) => `leave.status.${state}` as MessageId,
    },
  },
  pages: [
    ...pagesIn(() => import("./leave.pages"), {
      LeaveListPage: { path: paths.leaves, title: "title.leave", ...access },
      LeavePage: {
        path: `${paths.leave(":mode")}/:id?`,
        title: { create: "title.leaveNew", view: "title.leaveView", edit: "title.leaveEdit" },
        ...access,
      },
    }),
    ...pagesIn(() => import("./ledger/batches/batches.pages"), {
      BalanceBatchPage: {
        path: `${paths.leaveBatch(":mode")}/:id?`,
        title: {
          adjust: "title.leaveBatchAdjust",
          opening: "title.leaveOpening",
          list: "title.leaveBatches",
          view: "title.leaveBatch",
        },
        permission: "leave-balance-edit",
        feature: access.feature,
      },
    }),
    ...pagesIn(() => import("./types/leave-types.pages"), {
      LeaveTypePage: {
        path: `${paths.leaveType(":mode")}/:id?`,
        title: {
          create: "title.leaveTypeNew",
          view: "title.leaveType",
          edit: "title.leaveTypeEdit",
          rules: "title.leaveRules",
        },
        ...access,
      },
    }),
  ],
  menu: [
    {
      label: "menu.leave",
      icon: IconCalendarOff,
      to: paths.leaves,
      goKey: "v",
      in: "requests",
      order: 1,
      ...access,
      onPhones: true,
    },
  ],
  creates: [
    {
      ...access,
      label: "title.leaveNew",
      icon: IconCalendarOff,
      to: paths.leave("create"),
      permission: "leave-request-create",
    },
  ],
  live: async () => (await import("./leave.live")).leaveLive,
  fills: [
    clientFamilies.fill({
      code: "leave",
      screens: async () => (await import("./leave.screens")).leaveScreens,
      calls: async () => (await import("../../../shared/requests/leave/leave.calls")).leaveCalls,
    }),
    daysOffSources.fill({ load: async () => (await import("./calendar/calendar-days-off")).daysOffSource }),
    connectedClients.fill({ List: ConnectedCalendars }),
    departmentPanels.fill({ Panel: DepartmentLeave }),
    employeePartsSlot.fill({ load: async () => (await import("./employee-parts")).leaveParts }),
  ],
});
