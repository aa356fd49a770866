import type { QueryOf } from "../../../../shared/kernel/endpoint";
import { listUsers } from "../../../../shared/people/people/users.contract";
import { type PagedList, usePagedList } from "../../../platform/pages";

export type EmployeeList = PagedList<typeof listUsers>;
export type Employee = EmployeeList["rows"][number];

const pageSize = 50;

export function useEmployees(query: Partial<QueryOf<typeof listUsers>>) {
  return usePagedList(listUsers, { query: { ...query, per_page: pageSize } });
}
