import { ActionIcon, Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp, IconMail, IconPhone, IconX } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { UserField } from "../../../../shared/people/people/people.fields";
import { readUser } from "../../../../shared/people/people/users.contract";
import { PersonWork } from "../PersonWork";
import { useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { useEndpoint } from "../../../platform/query";
import { wasOverlayOpen } from "../../../ui/keys/overlays";
import { useShortcuts } from "../../../ui/keys/shortcuts";
import { Avatar } from "../../../ui/signs/Avatar";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { EmployeeActions } from "../EmployeeActions";
import { EmployeeFacts, hasReadableValue } from "../EmployeeFacts";
import { type EmployeeDetail, employeeParts } from "../people.slots";
import { EmployeeBadges } from "../EmployeeBadges";
import classes from "./EmployeePreview.module.css";
import type { OpenPerson } from "./useOpenPerson";
import type { Employee } from "./useEmployees";
import { mailLink, phoneLink } from "../../../../shared/kernel/contact-links";
import flow from "../../../ui/layout/flow.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;
const facts: readonly UserField[] = [
  "email",
  "phone_number",
  "location",
  "parent",
  "department",
  "role",
  "contract_type",
  "date_of_joining",
];

export const previewId = "employee-preview";
const openerId = (id: number) => `preview-${id}`;

export const previewOpenerProps = (id: number, open: OpenPerson) => ({
  id: openerId(id),
  "aria-expanded": open.id === id,
  ...(open.id === id ? { "aria-controls": previewId } : {}),
});

interface EmployeePreviewProps {
  id: number;
  rows: readonly Employee[];
  onShow: OpenPerson["show"];
}

export function EmployeePreview({ id, rows, onShow }: EmployeePreviewProps) {
  const text = useText();
  const query = useEndpoint(readUser, { params: { id } });
  const at = rows.findIndex((row) => row.id === id);
  const beside = (by: 1 | -1) => (at < 0 ? undefined : rows[at + by]?.id);
  const go = (by: 1 | -1) => () => {
    const next = beside(by);
    if (next === undefined) return false;
    onShow(next);
    document.getElementById(openerId(next))?.closest("tr")?.scrollIntoView({ block: "nearest" });
    return true;
  };
  const close = () => {
    onShow(null);
    document.getElementById(openerId(id))?.focus();
  };
  useShortcuts({
    title: "title.employees",
    shortcuts: [
      { keys: ["j", "ArrowDown"], label: "keys.next", run: go(1) },
      { keys: ["k", "ArrowUp"], label: "keys.previous", run: go(-1) },
    ],
  });
  useHotkeys([["Escape", () => !wasOverlayOpen() && close()]]);
  const employee = query.data?.data;
  return (
    <aside id={previewId} className={classes.preview} aria-label={employee?.fullname ?? text("people.preview")}>
      <header className={classes.bar}>
        <span>
          <bdi>{employee?.employee_id}</bdi>
        </span>
        <ActionIcon aria-label={text("keys.previous")} aria-disabled={beside(-1) === undefined} onClick={go(-1)}>
          <IconChevronUp {...icon} />
        </ActionIcon>
        <ActionIcon aria-label={text("keys.next")} aria-disabled={beside(1) === undefined} onClick={go(1)}>
          <IconChevronDown {...icon} />
        </ActionIcon>
        <ActionIcon aria-label={text("action.close")} onClick={close}>
          <IconX {...icon} />
        </ActionIcon>
      </header>
      <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={text("people.failed.one")}>
        {({ data }) => <Person key={data.id} employee={data} />}
      </QueryBoundary>
    </aside>
  );
}

function Person({ employee }: { employee: EmployeeDetail }) {
  const text = useText();
  const { previews } = employeeParts();
  const { id, fullname = "", position, email, phone_number: phone } = employee;
  const visibleFacts = facts.filter((field) => hasReadableValue(employee, field));
  return (
    <>
      <div className={classes.body}>
        <div className={classes.head}>
          <Avatar person={{ ...employee, fullname }} size={56} hasVisibleName />
          <div>
            <h2>
              <bdi>{fullname}</bdi>
            </h2>
            {position && <bdi>{position.title}</bdi>}
          </div>
        </div>
        <div className={classes.signs}>
          <EmployeeBadges employee={employee} />
        </div>
        <div className={flow.wrap}>
          {email && (
            <Button component="a" href={mailLink(email)} leftSection={<IconMail {...icon} />}>
              {text("people.field.email")}
            </Button>
          )}
          {phone && (
            <Button component="a" href={phoneLink(phone)} leftSection={<IconPhone {...icon} />}>
              {text("people.call")}
            </Button>
          )}
        </div>
        <EmployeeFacts fields={visibleFacts} employee={employee} className={classes.facts} />
        {previews.map((Preview, at) => (
          <Preview key={at} employee={employee} />
        ))}
        <PersonWork userId={id} />
      </div>
      <footer className={classes.foot}>
        <Button component={Link} to={paths.employeeView(id)} className={flow.grow}>
          {text("orgChart.profile")}
        </Button>
        <EmployeeActions employee={employee} />
      </footer>
    </>
  );
}
