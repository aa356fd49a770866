export function ArchivedTasksPage() {
  return null;
}
