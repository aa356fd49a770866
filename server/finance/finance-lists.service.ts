import type { Tx } from "../platform/database/unit-of-work";
import { tellFinance, type Told } from "./finance.tell";

/** Somebody else is asked: lists of those who see every request of finance show who it is. */
export const tellFinanceLists = (tx: Tx, request: { id: number; type: string; status: string; version: number }) =>
  tellFinance(tx, request as Told);
