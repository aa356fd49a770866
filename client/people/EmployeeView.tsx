import type { ReactNode } from "react";
import { useFormat, useText } from "../platform/intl/useText";
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
  const { fullname = "", position } = employee;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
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
