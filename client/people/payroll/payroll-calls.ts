import {
  listPayrollMonths,
  listPayrollRows,
  payrollOfUser,
  readPayrollMonth,
} from "../../../shared/people/payroll/payroll.contract";
import { download } from "../../platform/download";
import { refetch } from "../../platform/query";
import type { SpreadsheetFormat } from "../../ui/SpreadsheetMenu";

export const refetchPayroll = () => void refetch(listPayrollMonths, readPayrollMonth, listPayrollRows, payrollOfUser);

export const saveExport = async (month: string, format: SpreadsheetFormat, closing: number): Promise<void> => {
  const path = `/payroll/${month}/export?format=${format}&closing=${closing}`;
  await download(listPayrollRows, path);
};
