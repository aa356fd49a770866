/** On the directory's stream. Its holders hear `user.access_changed` on their own. */
export interface RoleEvents {
  "role.created": { id: number; name: string };
  "role.updated": { id: number; name: string };
  "role.deleted": { id: number; successor_id: number | null };
}
