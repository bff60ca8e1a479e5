/** Lets whoever asked call the work off. One for each request, and much lighter than an AbortSignal. */
export class Cancellation {
  isCancelled = false;
  private listeners: (() => void)[] = [];

  onCancel(listener: () => void): void {
    if (this.isCancelled) listener();
    else this.listeners.push(listener);
  }

  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    for (const listener of this.listeners.splice(0)) listener();
  }
}
