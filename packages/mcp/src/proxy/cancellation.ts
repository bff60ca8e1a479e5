/** Cancels one request. Lighter than an AbortSignal. */
export class Cancellation {
  isCancelled = false;
  private listener: (() => void) | undefined;

  onCancel(listener: () => void): void {
    if (this.isCancelled) {
      listener();
      return;
    }
    const { listener: earlier } = this;
    this.listener =
      earlier === undefined
        ? listener
        : () => {
            earlier();
            listener();
          };
  }

  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.listener?.();
    this.listener = undefined;
  }
}
