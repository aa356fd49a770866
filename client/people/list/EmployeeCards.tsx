import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import { Avatar } from "../../ui/signs/Avatar";
import { Clip } from "../../ui/signs/Clip";
import { EmployeeSigns } from "../EmployeeSigns";
import type { Employee } from "./useEmployees";
import classes from "./EmployeeCards.module.css";

/** The same people as cards: face, what they do, and how they are reached. */
export function EmployeeCards({ rows }: { rows: readonly Employee[] }) {
  return (
    <ul className={classes.grid}>
      {rows.map((employee) => (
        <li key={employee.id} className={classes.card} data-off={employee.active === false || undefined}>
          <Avatar person={{ ...employee, fullname: employee.fullname ?? "" }} size={40} named />
          <div className={classes.words}>
            <h2>
              <Link to={paths.employeeView(employee.id)}>
                <Clip>{employee.fullname ?? ""}</Clip>
              </Link>
            </h2>
            {employee.position && <Clip>{employee.position.title}</Clip>}
            {employee.department && <Clip>{employee.department.name}</Clip>}
            {employee.email && <Clip>{employee.email}</Clip>}
            <div className={classes.signs}>
              <EmployeeSigns employee={employee} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
