import { member } from '../../../base/index.ts';
import { assessSubject, highestRisk, riskRank } from '../../../describe/index.ts';
import type { Rule } from '../../rule.ts';

export const riskSuspected: Rule = {
  code: 'security.risk-suspected',
  severity: 'warning',
  title: 'Names, text or parameters suggest a higher risk level.',
  advice: 'Check the level. Words are only a hint: if the level is right, waive the finding.',
  check(subject) {
    const declared = subject.security.risk_level;
    if (declared === undefined) return [];
    const { name = '', description = '', survey, at } = subject;
    const title = member(subject.mcp, 'title');
    const { reasons } = assessSubject({
      name,
      ...(typeof title === 'string' ? { title } : {}),
      description,
      survey,
      at,
    });
    const graver = reasons.filter(reason => riskRank(reason.level) > riskRank(declared));
    if (graver.length === 0) return [];
    const level = highestRisk(graver.map(reason => reason.level));
    const shown = graver.filter(reason => reason.level === level);
    return shown.map(({ pointer, message }) => ({
      pointer,
      message: `This suggests ${level}, not ${declared}. ${message}`,
    }));
  },
};
