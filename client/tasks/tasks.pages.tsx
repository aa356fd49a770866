export function BoardPage() {
  return null;
}

export function TaskPage() {
  return null;
}

export function ArchivedTasksPage() {
  return null;
}

