import type { Agent } from './agent.ts';
import { type Ended, type Role, Stage } from './stage.ts';
import { type Expected, expectOf, type Step } from './step.ts';

export interface NarratorOptions {
  /** Called after every step. */
  readonly print?: (step: Step) => void;
  readonly hasColor?: boolean;
}

/** Runs the steps of the demo, prints them, and stops at an unexpected result. */
export class Narrator {
  readonly steps: Step[] = [];
  readonly stage: Stage;
  readonly #print: (step: Step) => void;
  #chapter: string | undefined;
  #narration = '';

  constructor({ print = () => {}, hasColor = false }: NarratorOptions) {
    this.stage = new Stage(hasColor);
    this.#print = print;
  }

  chapter(title: string): void {
    this.#chapter = title;
  }

  say(narration: string): void {
    this.#narration = narration;
  }

  async run(role: Role, command: string, expected: Expected): Promise<Step> {
    return this.#record(`${role}$`, command, await this.stage.run(role, command), expected);
  }

  async serve(role: Role, command: string): Promise<Step> {
    const ended = await this.stage.serve(role, command);
    return this.#record(`${role}$`, `${command} &`, ended, { says: ['listening on http://127.0.0.1:'] });
  }

  async connect(): Promise<Agent> {
    const { registry } = this.stage;
    const command = `toolmark guard --registry ${registry} --registry-key registry.pem --recheck every-call`;
    const agent = this.stage.agent('acme', command);
    this.#record('agent$', command, await outcomeOf(agent.connect()), {});
    return agent;
  }

  async list(agent: Agent, expected: Expected): Promise<void> {
    this.#record('agent>', 'tools/list', await outcomeOf(agent.listTools()), expected);
  }

  async call(agent: Agent, tool: string, args: Readonly<Record<string, unknown>>, expected: Expected): Promise<void> {
    const command = `tools/call ${tool} ${JSON.stringify(args)}`;
    this.#record('agent>', command, await outcomeOf(agent.callTool(tool, args)), expected);
  }

  /** Closes the session and prints the standard error of the guard. */
  async end(agent: Agent, expected: Expected): Promise<void> {
    this.#record('agent>', 'exit', await outcomeOf(agent.close()), expected);
  }

  #record(prompt: string, command: string, { exit, output }: Ended, expected: Expected): Step {
    const chapter = this.#chapter === undefined ? {} : { chapter: this.#chapter };
    const step = { ...chapter, narration: this.#narration, prompt, command, output, exit };
    this.#chapter = undefined;
    this.#narration = '';
    this.steps.push(step);
    this.#print(step);
    expectOf(step, expected);
    return step;
  }
}

/** The answer to an agent in the form of a command's result. */
async function outcomeOf(answer: Promise<string>): Promise<Ended> {
  return await answer.then(
    output => ({ exit: 0, output }),
    (error: Error) => ({ exit: 1, output: error.message }),
  );
}
