/**
 * Whether a job ran for a workflow, as in `owner/name/.github/workflows/release.yml`, with or without `@` and a ref. Without
 * one, every ref counts. File names contain no slash, so "@refs/" begins the ref; names of branches may contain it too.
 */
export function isRunOf(workflow: string, workflowRef: string): boolean {
  return workflowRef === workflow || (!workflow.includes('@') && workflowRef.startsWith(`${workflow}@refs/`));
}
