import { defineFeature } from "../../kernel/feature";
import * as rights from "./rights.contract";
import * as roles from "./roles.contract";
import { roleEvents } from "./roles.events";

export const rolesFeature = defineFeature({
  contracts: { roles, rights },
  events: roleEvents,
});
