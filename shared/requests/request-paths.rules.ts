import { families, requestFamilies, type RequestFamily } from "./families";

interface Named {
  id: number | string;
  family: RequestFamily;
}

/** Which family is meant by an address of the inbox that names none. */
export const unnamedFamily = requestFamilies[0] as RequestFamily;

/** A request on a page of its own, with what its requester may do. */
export const requestPath = ({ id, family }: Named): string => `/${families[family].folder}/view/${id}`;

/** Where it is decided. */
export const decisionPath = ({ id, family }: Named): string =>
  family === unnamedFamily ? `/approvals?open=${id}` : `/approvals?open=${id}&of=${family}`;
