import { cancel, group, multiselect, text } from '@clack/prompts';
import { CAPABILITIES, type Capability } from '@toolmark/core/formats';
import type { Answers } from './starter.ts';

function required(value: string | undefined): string | undefined {
  return (value ?? '').trim() === '' ? 'Required' : undefined;
}

/** Asks the author on the terminal; undefined when they leave. */
export async function askAuthor(defaults: Answers): Promise<Answers | undefined> {
  const toStderr = { output: process.stderr };
  let hasLeft = false;
  const answers = await group(
    {
      name: () =>
        text({
          ...toStderr,
          message: 'Name of the tool',
          initialValue: defaults.name,
          validate: value =>
            /^[A-Za-z0-9_.-]{1,128}$/.test(value ?? '') ? undefined : 'Letters, digits, "_", "-" and "."',
        }),
      description: () =>
        text({
          ...toStderr,
          message: 'What does it do?',
          placeholder: defaults.description,
          validate: value => ((value ?? '').trim().length >= 10 ? undefined : 'At least 10 characters'),
        }),
      author: () => text({ ...toStderr, message: 'Your name', placeholder: defaults.author, validate: required }),
      email: () => text({ ...toStderr, message: 'Your e-mail', placeholder: defaults.email, validate: required }),
      capabilities: () =>
        multiselect<Capability>({
          ...toStderr,
          message: 'What can it do?',
          options: CAPABILITIES.map(value => ({ value, label: value })),
          initialValues: [...defaults.capabilities],
          required: true,
        }),
    },
    {
      onCancel: () => {
        hasLeft = true;
        cancel('Nothing was written.', toStderr);
      },
    },
  );
  return hasLeft ? undefined : answers;
}
