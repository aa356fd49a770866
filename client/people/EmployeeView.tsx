import { ActionIcon } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useCan } from "../platform/session";
import { Avatar } from "../ui/signs/Avatar";
import type { EmployeeDetail } from "./EmployeeFacts";
import { EmployeeSigns } from "./EmployeeSigns";
import { PersonTabs } from "./PersonTabs";
import classes from "./EmployeeView.module.css";

interface EmployeeViewProps {
  employee: EmployeeDetail;
  /** Actions at the end of the head. */
  children?: ReactNode;
}

/** Everything about one person that one may read. */
export function EmployeeView({ employee, children }: EmployeeViewProps) {
  const text = useText();
  const { day } = useFormat();
  const can = useCan();
  const { fullname = "", position } = employee;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        {can(["user-list", "employee-list"]) && (
          <ActionIcon component={Link} to={paths.employees} className={classes.back} aria-label={text("inbox.back")}>
            <IconArrowLeft size={16} stroke={1.75} className="flip" aria-hidden />
          </ActionIcon>
        )}
        <Avatar person={{ ...employee, fullname }} size={40} named />
        <div className={classes.title}>
          <h1 tabIndex={-1} data-page-title>
            <bdi>{fullname}</bdi>
          </h1>
          {position && <span className="clip">{position.title}</span>}
        </div>
        <EmployeeSigns employee={employee} />
        {employee.invited_until && (
          <span className={classes.invited}>
            {text("people.invitedUntil", { day: day(employee.invited_until.slice(0, 10), "medium") })}
          </span>
        )}
        <span className={classes.grow} />
        {children}
      </header>
      <PersonTabs employee={employee} />
    </div>
  );
}
