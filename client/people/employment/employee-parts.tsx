import { Menu } from "@mantine/core";
import { IconDoorExit, IconTrendingUp, IconUserCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import type { EmployeeAction, EmployeeDetail, EmployeeParts, EmployeeTab } from "../people/people.slots";
import { EmployeeHistory } from "./EmployeeHistory";
import { PlannedChanges } from "./PlannedChanges";
import { RehireDialog } from "./RehireDialog";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

const history: EmployeeTab = {
  key: "history",
  label: "people.history",
  order: 4,
  useTab: ({ id }) => {
    const { data, isPending } = useEndpoint(listUserHistory, { params: { id } }, { enabled: useCan()("user-view") });
    const count = data?.data.length ?? 0;
    return { available: isPending ? "loading" : count > 0, count };
  },
  Tab: ({ employee }) => <EmployeeHistory id={employee.id} />,
};

const isEmployed = ({ can, active }: EmployeeDetail) => can.edit && active === true;

const promotion: EmployeeAction = {
  isAvailable: (employee) => isEmployed(employee) && employee.can.change_employment,
  Item: ({ employee: { id } }) => (
    <Menu.Item component={Link} to={paths.promotion("create", id)} leftSection={<IconTrendingUp {...icon} />}>
      {useText()("people.promote")}
    </Menu.Item>
  ),
};

const leaving: EmployeeAction = {
  isAvailable: (employee) =>
    (isEmployed(employee) && employee.can.deactivate) || (employee.can.activate && !employee.last_day),
  Item: ({ employee: { id } }) => (
    <Menu.Item component={Link} to={paths.termination("create", id)} leftSection={<IconDoorExit {...icon} />}>
      {useText()("people.leaves")}
    </Menu.Item>
  ),
};

const rehiring: EmployeeAction = {
  isAvailable: ({ can, last_day }) => can.activate && Boolean(last_day),
  Item: ({ onOpen }) => (
    <Menu.Item leftSection={<IconUserCheck {...icon} />} onClick={onOpen}>
      {useText()("people.rehire")}
    </Menu.Item>
  ),
  Dialog: RehireDialog,
};

export const employmentParts: Partial<EmployeeParts> = {
  tabs: [history],
  panels: [
    { place: "below", Panel: ({ employee }) => <PlannedChanges id={employee.id} /> },
    {
      place: "below",
      Panel: ({ employee, toTab }) => <EmployeeHistory id={employee.id} toAll={toTab?.(history.key)} />,
    },
  ],
  actions: [promotion, leaving, rehiring],
};
