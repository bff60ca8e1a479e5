export { findPatternProblem, type PatternProblem } from './find-pattern-problem.ts';
